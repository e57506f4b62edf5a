package rollout

import (
	"encoding/json"
	"strings"
)

// requestUserInput is Codex's question to the user.
const requestUserInput = "request_user_input"

// toolOf gives a call's tool and input as hooks name them, so that both are shown alike.
func toolOf(p *payload) (name string, input json.RawMessage) {
	switch {
	case p.Type == "local_shell_call":
		return "Bash", command(strings.Join(p.Action.Command, " "))
	case p.Type == "custom_tool_call" && p.Name == "apply_patch":
		return p.Name, command(p.Input)
	case p.Type == "custom_tool_call": // code mode: a script that calls tools
		return p.Name, nil
	}
	switch p.Name {
	case "exec_command", "shell", "shell_command", "container.exec":
		var in struct {
			Cmd     string          `json:"cmd"`
			Command json.RawMessage `json:"command"` // a text, or its words
		}
		var words []string
		if json.Unmarshal([]byte(p.Arguments), &in) != nil {
			return "Bash", nil
		}
		if json.Unmarshal(in.Command, &in.Cmd) != nil && json.Unmarshal(in.Command, &words) == nil {
			if len(words) == 3 && (words[1] == "-lc" || words[1] == "-c") {
				words = words[2:]
			}
			in.Cmd = strings.Join(words, " ")
		}
		return "Bash", command(in.Cmd)
	}
	name = p.Name
	if strings.HasPrefix(p.Namespace, "mcp__") {
		name = strings.TrimSuffix(p.Namespace, "__") + "__" + name
	}
	if json.Valid([]byte(p.Arguments)) {
		input = json.RawMessage(p.Arguments)
	}
	return name, input
}

func command(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	raw, _ := json.Marshal(map[string]string{"command": text}) // strings always can be
	return raw
}

package scene

import (
	"encoding/json"
	"strings"

	"dango/prefs/lang"
	"dango/prefs/plainly"
	"dango/session"
	"dango/session/event"
)

// offer is an answer that goes further than yes or no, as the agent offers it: a way to be asked less from now on.
type offer struct {
	words string // what it does
	where string // where that is kept
	raw   json.RawMessage
	no    bool // it is a refusal
	stop  bool // it ends the turn besides
}

// offersOf puts an agent's own offers into words, in which nothing is invisible. An offer whose meaning is not known is not
// shown.
func offersOf(tool event.Tool, r *session.Request) []offer {
	all := offered(tool, r)
	for i := range all {
		all[i].words = plainly.Show(all[i].words).String()
	}
	return all
}

func offered(tool event.Tool, r *session.Request) (all []offer) {
	var list []json.RawMessage
	json.Unmarshal(r.Suggest, &list) // nothing: no offers
	if tool == event.OpenCode {
		return openOffers(list, r.Suggest)
	}
	for _, raw := range list {
		var o offer
		if tool == event.Codex {
			o = codexOffer(raw, r.ToolName == "apply_patch")
		} else {
			o = claudeOffer(raw)
		}
		if o.words != "" {
			o.raw = json.RawMessage("[" + string(raw) + "]")
			all = append(all, o)
		}
	}
	return all
}

// openOffers: OpenCode's patterns come as one offer, and last until it ends. A refusal stops it unless it says why.
func openOffers(list []json.RawMessage, raw json.RawMessage) []offer {
	var words []string
	for _, l := range list {
		var s string
		if json.Unmarshal(l, &s) != nil {
			return nil
		}
		words = append(words, s)
	}
	stop := offer{words: lang.T("Deny and stop"), no: true, stop: true} // a refusal without a reason
	if len(words) == 0 {
		return []offer{stop}
	}
	return []offer{{words: lang.T("Always allow %s", strings.Join(words, ", ")), where: lang.T("until OpenCode ends"), raw: raw}, stop}
}

// codexOffer: for the session means the same command, or with a patch any change to the same files.
func codexOffer(raw json.RawMessage, patch bool) offer {
	var name string
	var o struct {
		Amend struct {
			Words []string `json:"execpolicy_amendment"`
		} `json:"acceptWithExecpolicyAmendment"`
		Network struct {
			Amend struct {
				Host   string `json:"host"`
				Action string `json:"action"`
			} `json:"network_policy_amendment"`
		} `json:"applyNetworkPolicyAmendment"`
	}
	if json.Unmarshal(raw, &name) != nil && json.Unmarshal(raw, &o) != nil {
		return offer{}
	}
	kept := lang.T("all projects, rules/default.rules in Codex's folder")
	host := o.Network.Amend.Host
	switch {
	case name == "acceptForSession":
		return offer{words: lang.T(pick[lang.Text](patch, "Allow all changes to these files", "Allow this command again")), where: lang.T("until the session ends")}
	case name == "cancel":
		return offer{words: lang.T("Deny and stop"), no: true, stop: true}
	case len(o.Amend.Words) > 0:
		return offer{words: lang.T("Always allow commands that begin with “%s”", strings.Join(o.Amend.Words, " ")), where: kept}
	case host != "" && o.Network.Amend.Action == "allow":
		return offer{words: lang.T("Always allow connections to %s", host), where: kept}
	case host != "" && o.Network.Amend.Action == "deny":
		return offer{words: lang.T("Never allow connections to %s", host), where: kept, no: true}
	}
	return offer{}
}

// stores are where Claude Code keeps what is allowed.
var stores = map[string]lang.Text{
	"session":         "until the session ends",
	"localSettings":   "this project, only for you (.claude/settings.local.json)",
	"projectSettings": "this project, for all who work on it (.claude/settings.json)",
	"userSettings":    "all projects (settings.json in Claude's folder)",
}

func claudeOffer(raw json.RawMessage) offer {
	var s struct {
		Type  string `json:"type"`
		Rules []struct {
			ToolName    string `json:"toolName"`
			RuleContent string `json:"ruleContent"`
		} `json:"rules"`
		Behavior    string   `json:"behavior"`
		Mode        string   `json:"mode"`
		Directories []string `json:"directories"`
		Destination string   `json:"destination"`
	}
	if json.Unmarshal(raw, &s) != nil {
		return offer{}
	}
	o := offer{where: s.Destination}
	if kept := stores[s.Destination]; kept != "" {
		o.where = lang.T(kept)
	}
	switch {
	case s.Type == "addRules" && len(s.Rules) > 0 && s.Behavior == "allow":
		var words []string
		for _, r := range s.Rules {
			w := toolName(r.ToolName)
			if r.RuleContent != "" {
				w += " “" + r.RuleContent + "”"
			}
			words = append(words, w)
		}
		o.words = lang.T("Always allow %s", strings.Join(words, ", "))
	case s.Type == "setMode" && modes[s.Mode] != "":
		o.words = lang.T(modes[s.Mode])
	case s.Type == "addDirectories" && len(s.Directories) > 0:
		o.words = lang.T("Allow work in %s", strings.Join(s.Directories, ", "))
	}
	return o
}

// modes say what a permission mode lets happen.
var modes = map[string]lang.Text{
	"acceptEdits":       "Allow all edits from now on",
	"default":           "Ask before every edit from now on",
	"plan":              "Only plan from now on",
	"bypassPermissions": "Allow everything from now on, without asking",
	"auto":              "Let Claude decide what is safe from now on",
	"dontAsk":           "Refuse what is not allowed already, without asking",
}

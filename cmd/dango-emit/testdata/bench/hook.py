import json, socket, struct, sys

hook = json.load(sys.stdin)
body = json.dumps({"schema": 1, "sessionId": hook["session_id"], "event": hook["hook_event_name"]}).encode()
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.sendall(struct.pack(">I", len(body)) + body)

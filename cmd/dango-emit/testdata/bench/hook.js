const hook = JSON.parse(require("fs").readFileSync(0));
const body = Buffer.from(JSON.stringify({ schema: 1, sessionId: hook.session_id, event: hook.hook_event_name }));
const head = Buffer.alloc(4);
head.writeUInt32BE(body.length);
const s = require("net").connect(process.argv[2], () => s.end(Buffer.concat([head, body])));

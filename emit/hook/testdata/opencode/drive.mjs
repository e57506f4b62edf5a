// Plays OpenCode for the plugin named on the command line: events in, and on standard output what came back.
import { pathToFileURL } from "node:url"

const { Dango } = await import(pathToFileURL(process.argv[2]).href)
const posted = []
const client = { _client: { post: async ({ url, body }) => { posted.push({ url, body }) } } }
const plugin = await Dango({ client, directory: "/work" })

const part = (status) => ({ type: "message.part.updated", properties: { part: { type: "tool", sessionID: "s", callID: "c", tool: "bash", state: { status, input: { command: "ls" } } } } })
for (const event of [
  { type: "session.created", properties: { info: { id: "s" } } },
  { type: "session.updated", properties: { info: { id: "s" } } },
  { type: "lsp.updated", properties: {} },
  part("pending"), part("running"), part("running"), part("completed"),
  { type: "permission.asked", properties: { id: "per_1", sessionID: "s", permission: "bash" } },
  { type: "question.asked", properties: { id: "que_1", sessionID: "s" } },
  { type: "permission.asked", properties: { id: "per_slow", sessionID: "s" } },
  { type: "session.idle", properties: { sessionID: "s" } },
]) {
  const began = performance.now()
  await plugin.event({ event })
  // The slow helper takes 60 s. A busy machine takes its time, too.
  if (performance.now() - began > 10_000) throw new Error(event.type + " was held up")
}
setTimeout(() => plugin.event({ event: { type: "permission.replied", properties: { requestID: "per_slow", sessionID: "s" } } }), 300)
process.on("exit", () => console.log(JSON.stringify(posted.sort((a, b) => (a.url < b.url ? -1 : 1)))))

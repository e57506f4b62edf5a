// Dango's plugin for OpenCode. Written by "petctl hooks install opencode"; "petctl hooks uninstall opencode" removes it.
//
// It hands chosen events to Dango's helper, one run of the helper each, in order, and never holds OpenCode up. For a
// permission or a question the helper waits for the user's click; what it prints is given to OpenCode from inside.
// Without the helper it does nothing. The terminal can answer at any time: whoever is first wins.
import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"

const helper = "DANGO_EMIT"

const forwarded = new Set([
  "session.created", "session.updated", "session.deleted", "session.status", "session.idle", "session.error",
  "permission.asked", "permission.replied", "question.asked", "question.replied", "question.rejected",
])
const asks = { "permission.asked": "permission", "question.asked": "question" }
const answered = new Set(["permission.replied", "question.replied", "question.rejected"])

export const Dango = async ({ client, directory }) => {
  const waiting = new Map() // request id -> the helper that waits for its answer
  let queue = Promise.resolve() // keeps events in order

  // run starts the helper with one event and resolves to what it prints; "" when it says nothing or is gone.
  const run = (event, id) => new Promise((resolve) => {
    try {
      accessSync(helper, constants.X_OK)
      const child = spawn(helper, ["opencode"], { stdio: ["pipe", "pipe", "ignore"] })
      if (id) waiting.set(id, child)
      let out = ""
      child.on("error", () => resolve(""))
      child.stdin.on("error", () => {})
      child.stdout.on("data", (chunk) => { out += chunk })
      child.on("close", () => { waiting.delete(id); resolve(out) })
      child.stdin.end(JSON.stringify(event) + "\n")
    } catch { resolve("") }
  })

  const reply = async (kind, id, out) => {
    if (!out) return
    const body = JSON.parse(out)
    const action = body.reject === true ? "reject" : "reply"
    await client._client.post({ url: `/${kind}/${id}/${action}`, body, headers: { "content-type": "application/json" } })
  }

  const payload = (type, properties) => ({
    hook_event_name: type, session_id: properties.sessionID ?? properties.info?.id, cwd: directory, pid: process.pid, properties,
  })

  // A tool's part is sent when its state changes, not with every piece of its output.
  const states = new Map()
  const tool = (part) => {
    const status = part.state?.status
    if (part.type !== "tool" || !status || status === "pending" || states.get(part.callID) === status) return
    if (status === "running") states.set(part.callID, status)
    else states.delete(part.callID)
    return { sessionID: part.sessionID, callID: part.callID, tool: part.tool, status, input: part.state.input, error: part.state.error }
  }

  return {
    event: async ({ event }) => {
      let { type, properties } = event
      if (type === "message.part.updated") {
        properties = tool(properties.part ?? {})
        type = "tool"
        if (!properties) return
      } else if (!forwarded.has(type)) return
      if (answered.has(type)) waiting.get(properties.requestID)?.kill()
      const kind = asks[type]
      if (!kind) {
        queue = queue.then(() => run(payload(type, properties)))
        return
      }
      const id = properties.id
      queue.then(() => run(payload(type, properties), id)).then((out) => reply(kind, id, out)).catch(() => {})
    },
  }
}

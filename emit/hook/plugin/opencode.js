// Dango's plugin for OpenCode. Written by "petctl hooks install opencode"; "petctl hooks uninstall opencode" removes it.
//
// It hands chosen events to Dango's helper, one run of the helper each, in order, and never holds OpenCode up. For a
// permission or a question the helper waits for the user's click; what it prints is given to OpenCode from inside.
// Without the helper it does nothing. The terminal can answer at any time: whoever is first wins.
import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"

const helper = "DANGO_EMIT"

const forwarded = new Set([
  "session.created", "session.deleted", "session.status", "session.idle", "session.error",
  "permission.asked", "permission.replied", "question.asked", "question.replied", "question.rejected",
])
const asks = { "permission.asked": "permission", "question.asked": "question" }
const answered = new Set(["permission.replied", "question.replied", "question.rejected"])
const lastWords = 1000 // characters of an answer's end that are sent

export const Dango = async ({ client, directory }) => {
  const waiting = new Map() // request id -> the helper that waits for its answer
  const calls = new Map() // request id -> the id of the tool call that it is about
  const tools = new Map() // call id -> what was last sent of it
  const parents = new Map() // id of a subagent's session -> { id of the session that started it, agent }
  const status = new Map() // session id -> its last status, which is repeated with every step
  const words = new Map() // session id -> the agent's last text in this turn
  const steps = new Set() // ids of sessions whose turn has finished a step
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

  // A subagent has a session of its own: its events go to the session that the user sees, and name the subagent.
  const payload = (type, properties) => {
    let session = properties.sessionID ?? properties.info?.id
    const own = parents.get(session)
    const agent = own && { agent_id: session, agent_type: own.agent }
    while (parents.has(session)) session = parents.get(session).id
    return { hook_event_name: type, session_id: session, ...agent, cwd: directory, pid: process.pid, properties }
  }

  const send = (type, properties) => {
    const event = payload(type, properties)
    queue = queue.then(() => run(event))
  }

  // A tool's part is sent when its status changes, not with every piece of its output.
  const part = (p) => {
    if (p.type === "text" && p.time?.end) words.set(p.sessionID, p.text.slice(-lastWords))
    if (p.type === "step-finish") steps.add(p.sessionID)
    const now = p.state?.status
    if (p.type !== "tool" || !now || now === "pending" || tools.get(p.callID)?.status.type === now) return
    const properties = { sessionID: p.sessionID, tool: { callID: p.callID, name: p.tool }, status: { type: now }, input: p.state.input }
    if (p.state.error) properties.error = { data: { message: p.state.error } }
    if (now === "running") tools.set(p.callID, properties)
    else tools.delete(p.callID)
    send("tool", properties)
  }

  return {
    "chat.message": async ({ sessionID }, { parts }) => {
      const prompt = parts.filter((p) => p.type === "text" && !p.synthetic).map((p) => p.text).join("\n")
      words.delete(sessionID)
      send("chat.message", { sessionID, prompt })
    },

    event: async ({ event }) => {
      let { type, properties } = event
      if (type === "message.part.updated") part(properties.part ?? {})
      const info = properties.info
      if ((type === "session.created" || type === "session.updated") && info?.parentID) {
        parents.set(info.id, { id: info.parentID, agent: info.agent })
      }
      if (!forwarded.has(type)) return
      if (type === "session.status") {
        if (status.get(properties.sessionID) === properties.status.type) return
        status.set(properties.sessionID, properties.status.type)
        if (properties.status.type === "idle") return // session.idle comes too
      }
      if (type === "session.idle") {
        const session = properties.sessionID
        properties = { ...properties, text: words.get(session), silent: !steps.delete(session) } // silent: stopped before it answered
      }
      const kind = asks[type]
      if (kind) {
        const id = properties.id
        const request = payload(type, properties)
        calls.set(id, properties.tool?.callID)
        queue.then(() => run(request, id)).then((out) => reply(kind, id, out)).catch(() => {})
        return
      }
      if (!answered.has(type)) {
        send(type, properties)
        return
      }
      const callID = calls.get(properties.requestID)
      calls.delete(properties.requestID)
      waiting.get(properties.requestID)?.kill()
      send(type, { ...properties, tool: { callID } })
      if (properties.reply && properties.reply !== "reject" && tools.has(callID)) send("tool", tools.get(callID)) // now it runs
    },
  }
}

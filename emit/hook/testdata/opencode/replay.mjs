// Plays a recording of OpenCode's bus for the plugin: node replay.mjs PLUGIN RECORDING. Prints a line for each run of
// the helper: when, what it read, and how it ended. No helper runs: this file stands in for child_process.spawn.
import { readFileSync } from "node:fs"
import { EventEmitter } from "node:events"
import { createRequire, syncBuiltinESMExports } from "node:module"
import { PassThrough } from "node:stream"
import { pathToFileURL } from "node:url"

const [, , plugin, recording] = process.argv
const lines = readFileSync(recording, "utf8").trim().split("\n").map((l) => JSON.parse(l))

// What the recording plugin answered, by request: it counts only when OpenCode took it, and came just before OpenCode
// told everybody.
const answers = new Map()
for (const l of lines) {
  const status = l.output?.rawClient?.status ?? l.output?.status
  if (l.event === "pet:replied" && status === 200) answers.set(l.payload.request, {})
}
for (const l of lines) {
  const { requestID, reply, answers: labels } = l.payload
  if (!answers.has(requestID)) continue
  const feedback = lines.map((o) => o.payload.part?.state?.error?.match(/following feedback: (.*)$/)?.[1]).find(Boolean)
  const message = reply === "reject" && feedback ? { message: feedback } : {}
  answers.set(requestID, { at: l.t_ms - 1, out: JSON.stringify(reply ? { reply, ...message } : { answers: labels }) })
}

let now = 0
const calls = []
createRequire(import.meta.url)("child_process").spawn = () => {
  const child = new EventEmitter()
  child.stdin = new PassThrough()
  child.stdout = new PassThrough()
  const end = (call, more) => { Object.assign(call, more); setImmediate(() => child.emit("close")) }
  let input = ""
  child.stdin.on("data", (d) => { input += d })
  child.stdin.on("end", () => {
    const payload = { ...JSON.parse(input), pid: 4242 }
    const call = { t_ms: now, event: payload.hook_event_name, payload }
    calls.push(call)
    if (!payload.hook_event_name.endsWith(".asked")) return end(call, { output: "" })
    child.kill = () => end(call, { output: null, killed_by: "SIGTERM", last_seen_ms: now })
    child.answer = ({ at, out }) => { child.stdout.write(out); end(call, { output: out, end_ms: at }) }
    open.set(payload.properties.id, child)
  })
  return child
}
syncBuiltinESMExports()
const open = new Map()

const client = { _client: { post: async () => {} } }
const { Dango } = await import(pathToFileURL(plugin).href)
const dango = await Dango({ client, directory: "/home/dev/project" })
const quiet = async () => { for (let i = 0; i < 40; i++) await new Promise(setImmediate) }
for (const l of lines) {
  for (const [id, a] of answers) {
    if (a.at < l.t_ms && open.has(id)) {
      now = a.at
      open.get(id).answer(a)
      answers.delete(id)
      await quiet()
    }
  }
  now = l.t_ms
  if (l.event === "hook:chat.message") await dango["chat.message"](l.payload, l.output)
  else if (!/^(hook|plugin|pet):/.test(l.event)) await dango.event({ event: { type: l.event, properties: l.payload } })
  await quiet()
}
for (const c of calls) console.log(JSON.stringify(c))

package event

// ProbePrefix begins the session id of every synthetic event, with which the doctor tries whether a hook's command
// line reaches the core. It is shown like any session, and counts as no sign of life of its agent.
const ProbePrefix = "dango-doctor-"

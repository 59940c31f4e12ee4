// A run that is to end does so in order, whoever asks for it: what was started is stopped.

export default function watch() {
  const interrupt = () => process.kill(process.pid, 'SIGINT')
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  // Whoever asked for this run may be killed without a word.
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    interrupt()
  }, 1000).unref()
}

// Loaded into the programs that `npm start` runs: when it was killed and could not stop them, they stop by themselves.
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

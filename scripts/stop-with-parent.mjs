// Whoever loads this stops when its parent has ended, by asking itself to: the programs of `npm start` when that was
// killed and could not stop them.
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 250).unref()

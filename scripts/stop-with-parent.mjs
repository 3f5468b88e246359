// `--import` this to stop the process when its parent has ended: when `npm start` was killed and could not stop its programs.
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 250).unref()

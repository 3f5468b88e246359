// Imported first, for its effect: on an old Node the other modules fail with unclear messages.
const [neededMajor, neededMinor] = [20, 19]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Node ${neededMajor}.${neededMinor} or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { choosePort } from './ports.mjs'

const about = { name: 'console', setting: 'PORT', log: () => undefined }

test('port 0 finds a port that no outgoing connection can take meanwhile', async () => {
  for (let time = 0; time < 20; time += 1) {
    const port = await choosePort({ port: 0, explicit: true }, about)
    expect(port).toBeGreaterThanOrEqual(10_000)
    expect(port).toBeLessThan(32_768)
  }
})

test('a busy default gives way to the next port, a busy port that was set does not', async () => {
  const port = await choosePort({ port: 0, explicit: true }, about)
  const busy = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void busy.close())
  await once(busy, 'listening')
  expect(await choosePort({ port, explicit: false }, about)).toBeGreaterThan(port)
  await expect(choosePort({ port, explicit: true }, about)).rejects.toThrow(`Port ${port} (PORT) is busy`)
})

import { expect, it } from 'vitest'
import { Slots } from '../slots'
import { startDownload } from './start-download'

async function* pieces() {
  yield 1
  yield 2
}

it('limits the number of concurrent downloads, and releases a slot when one ends', async () => {
  const slots = new Slots(2)
  const one = await startDownload(slots, pieces())
  await startDownload(slots, pieces())
  await expect(startDownload(slots, pieces())).rejects.toMatchObject({
    problem: { code: 'console_busy', detail: expect.stringMatching(/^2 downloads of this kind are already running/) },
  })
  await one.return?.()
  const third = await startDownload(slots, pieces())
  expect(await third.next()).toMatchObject({ value: 1 })
})

import { expect, it } from 'vitest'
import { DownloadSlots } from './download-slots'

async function* pieces() {
  yield 1
  yield 2
}

it('limits the number of concurrent downloads, and releases a slot when one ends', async () => {
  const slots = new DownloadSlots(2)
  const [one, two] = [slots.within(pieces()), slots.within(pieces())]
  await one.next()
  await two.next()
  await expect(slots.within(pieces()).next()).rejects.toMatchObject({
    problem: { code: 'console_busy', detail: expect.stringMatching(/^2 downloads of this kind are already running/) },
  })
  await one.return(undefined)
  expect(await slots.within(pieces()).next()).toMatchObject({ value: 1 })
})

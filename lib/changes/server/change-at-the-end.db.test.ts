import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { stopOfProcess } from '@/lib/core/server/process-stop'
import { releaseOwnLeases } from './claim-changes'

const setup = useChanges()
const freshSignals = () => void (globalThis.consoleStop = undefined)
beforeEach(freshSignals)
afterEach(freshSignals)

describe('a change of a process that must end', () => {
  test('is reported as sent, and another process finds its outcome', async () => {
    const { subscribe, cancel, meets, received, get, after } = setup()
    const id = subscribe()
    meets(id, 'hang-after')
    const cancelled = cancel(id)
    await expect.poll(() => received(id)).toBe(1)
    stopOfProcess().ending.abort()
    const { id: changeId, state } = await cancelled
    expect(state).toBe('SENT')
    await releaseOwnLeases()
    await after(1_000)
    await after(1_000)
    expect(await get(changeId)).toMatchObject({ state: 'CONFIRMED' })
    expect(received(id)).toBe(1)
  })

  test('is not sent when it was not sent before', async () => {
    const { subscribe, cancel, received, get } = setup()
    const id = subscribe()
    stopOfProcess().ending.abort()
    const { code, changeId = '' } = await problemOf(cancel(id))
    expect(code).toBe('not_sent')
    expect(await get(changeId)).toMatchObject({
      state: 'NOT_SENT',
      detail: 'Nothing was sent: the console is being restarted. Try again in a moment.',
    })
    expect(received(id)).toBe(0)
  })
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { LogLevel, readSettings } from './read-settings'

const Schema = z.object({ LOG_LEVEL: LogLevel, NAME: z.string().optional(), PORT: z.coerce.number().int().default(1) })

test('an empty variable is unset, and spaces around one are none of it', () => {
  expect(readSettings(Schema, { NAME: '  ', PORT: ' 4000 ' })).toEqual({ LOG_LEVEL: 'info', PORT: 4000 })
})

test.each(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])('LOG_LEVEL can be %s', (LOG_LEVEL) => {
  expect(readSettings(Schema, { LOG_LEVEL })).toMatchObject({ LOG_LEVEL })
})

const readWrong = () => readSettings(Schema, { LOG_LEVEL: 'secret', PORT: 'secret' })

test('each variable that cannot be used is named, without its value', () => {
  expect(readWrong).toThrow(/LOG_LEVEL: .*PORT: /)
  expect(readWrong).not.toThrow('secret')
})

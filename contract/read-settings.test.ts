import { expect, test } from 'vitest'
import { z } from 'zod'
import { LogLevel, readSettings } from './read-settings'

const Schema = z.object({ LOG_LEVEL: LogLevel, NAME: z.string().optional(), PORT: z.coerce.number().int().default(1) })

test('readSettings treats an empty variable as unset and trims spaces', () => {
  expect(readSettings(Schema, { NAME: '  ', PORT: ' 4000 ' })).toEqual({ LOG_LEVEL: 'info', PORT: 4000 })
})

test.each(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])('readSettings accepts LOG_LEVEL %s', (LOG_LEVEL) => {
  expect(readSettings(Schema, { LOG_LEVEL })).toMatchObject({ LOG_LEVEL })
})

const readWrong = () => readSettings(Schema, { LOG_LEVEL: 'secret', PORT: 'secret' })

test('readSettings names each invalid variable without its value', () => {
  expect(readWrong).toThrow(/LOG_LEVEL: .*PORT: /)
  expect(readWrong).not.toThrow('secret')
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
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

describe('a setting in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'setting-files-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function file(name: string, content: string): string {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const readTwoWrong = () =>
    readSettings(Schema, { NAME_FILE: '/secret-put-here-by-mistake', PORT_FILE: file('empty', '\n') })

  it.each(['key-1', 'key-1\n', 'key-1\r\n'])('is read from the file that NAME_FILE names: %j', (content) => {
    expect(readSettings(Schema, { NAME_FILE: file('name', content) })).toMatchObject({ NAME: 'key-1' })
  })

  it('may be any setting, not only a secret', () => {
    const environment = { PORT_FILE: file('port', '7\n'), NAME: 'key-1' }
    expect(readSettings(Schema, environment)).toMatchObject({ NAME: 'key-1', PORT: 7 })
  })

  it('is unset when NAME_FILE is empty', () => {
    expect(readSettings(Schema, { NAME_FILE: ' ' })).not.toHaveProperty('NAME')
  })

  it('is not looked for under the names of other programs', () => {
    expect(() => readSettings(Schema, { SSL_CERT_FILE: '/does/not/exist' })).not.toThrow()
  })

  it('is rejected when the setting itself is set too', () => {
    expect(() => readSettings(Schema, { NAME: 'key-1', NAME_FILE: file('name', 'key-1') })).toThrow(
      'Invalid settings. NAME_FILE: must not be set together with NAME',
    )
  })

  it('is named when the file is missing or empty, without its path', () => {
    expect(readTwoWrong).toThrow(
      'Invalid settings. NAME_FILE: names a file that cannot be read (ENOENT); PORT_FILE: names an empty file',
    )
    expect(readTwoWrong).not.toThrow('secret-put-here')
  })

  it('is named when its value is invalid', () => {
    expect(() => readSettings(Schema, { PORT_FILE: file('port', 'many') })).toThrow('Invalid settings. PORT: ')
  })
})

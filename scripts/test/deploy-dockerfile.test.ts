import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { isPinned, OUR_IMAGES, readSource, undocumented } from '@/testing/deploy/deploy-files'
import { environmentOf, inherited, parseDockerfile, wordsOf } from '@/testing/deploy/dockerfile'
import { dockerIgnore } from '@/testing/deploy/lay-out-image'
import { CONSOLE_SOURCES } from '../build/build.mjs'
import { PROGRAM_SOURCES } from '../build/programs.mjs'

describe('deploy/Dockerfile', () => {
  const stages = parseDockerfile(readSource('deploy/Dockerfile'))

  it('has no problem that the linter knows', () => {
    expect(
      validate(readSource('deploy/Dockerfile')).map(({ range, message }) => [range.start.line + 1, message]),
    ).toEqual([])
  })

  it('gets every source of the build', () => {
    const isSent = dockerIgnore(readSource('.dockerignore'))
    expect([...CONSOLE_SOURCES, ...PROGRAM_SOURCES].filter((path) => !isSent(path))).toEqual([])
  })

  it('starts from images with a version', () => {
    const names = new Set(stages.map(({ name }) => name))
    expect(stages.map(({ from }) => from).filter((from) => !names.has(from) && !isPinned(from))).toEqual([])
  })

  it.each(Object.values(OUR_IMAGES))(
    'runs the %s without root, shell and build step, with a health check',
    (target) => {
      const instructions = inherited(stages, target)
      const last = (wanted: string) => instructions.findLast(({ name }) => name === wanted)
      expect(last('USER')?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/)
      expect(instructions.filter(({ name }) => name === 'RUN')).toEqual([])
      for (const name of ['CMD', 'HEALTHCHECK']) {
        const instruction = last(name)
        expect(instruction && wordsOf(instruction).length).toBeGreaterThan(1)
      }
      expect(undocumented(Object.keys(environmentOf(instructions)))).toEqual([])
    },
  )
})

import { expect, test } from 'vitest'
import { environmentOf, inherited, parseDockerfile, wordsOf } from './dockerfile'
import { dockerIgnore } from './lay-out-image'

test('parses the stages of a Dockerfile, each after the one that it starts from', () => {
  const stages = parseDockerfile(
    [
      '# syntax=docker/dockerfile:1',
      'FROM node:24 AS build',
      'COPY --from=a --chown=1:1 /x \\',
      '  ./y',
      '',
      'FROM build AS last',
      'ENV A=1 B=two',
      'CMD ["serve", "--x"]',
    ].join('\n'),
  )
  expect(stages.map(({ name, from }) => [name, from])).toEqual([
    ['build', 'node:24'],
    ['last', 'build'],
  ])
  const instructions = inherited(stages, 'last')
  expect(instructions.map(({ name }) => name)).toEqual(['COPY', 'ENV', 'CMD'])
  expect(instructions[0]).toEqual({ name: 'COPY', options: { from: 'a', chown: '1:1' }, text: '/x ./y' })
  expect(environmentOf(instructions)).toEqual({ A: '1', B: 'two' })
  expect(instructions.slice(-1).map(wordsOf)).toEqual([['serve', '--x']])
})

test('sends to the build what the last matching line of .dockerignore says', () => {
  const isSent = dockerIgnore('# comment\n*\n!app\n!deploy/health-check.mjs\n!.npmrc\n**/*.test.*\n')
  const paths = [
    'app/page.tsx',
    'app/a/b.test.ts',
    'application.ts',
    'deploy/compose.yaml',
    'deploy/health-check.mjs',
    '.npmrc',
    '.env',
  ]
  expect(paths.filter(isSent)).toEqual(['app/page.tsx', 'deploy/health-check.mjs', '.npmrc'])
})

/** One instruction of a Dockerfile, with its lines joined. */
export interface Instruction {
  name: string
  /** Options such as `--from=build`. */
  options: Record<string, string>
  text: string
}

/** A part of a Dockerfile that begins with FROM. */
export interface Stage {
  name: string
  /** The image or the stage that it starts from. */
  from: string
  instructions: Instruction[]
}

/** Parses the stages of a Dockerfile. Here-documents are not supported. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    const [, flags = '', value = ''] = /^((?:--\S+\s+)*)(.*)$/.exec(rest) ?? []
    if (name === 'FROM') {
      const [from = '', , stage = ''] = value.split(/\s+/)
      stages.push({ name: stage, from, instructions: [] })
      continue
    }
    const options = Object.fromEntries(
      [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, key = '', to = '']) => [key, to]),
    )
    // Before the first stage only ARG may stand, which ours has not.
    stages.at(-1)?.instructions.push({ name, options, text: value.trim() })
  }
  return stages
}

/** Returns the instructions of a stage after those of the stages that it starts from. */
export function inherited(stages: readonly Stage[], name: string): Instruction[] {
  const stage = stages.find((candidate) => candidate.name === name)
  return stage ? [...inherited(stages, stage.from), ...stage.instructions] : []
}

/** Returns the words of an instruction in its JSON form, such as `CMD ["node", "server.js"]`. */
export function wordsOf({ text }: Instruction): string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')))
  if (!Array.isArray(words)) throw new Error(`Not in JSON form: ${text}`)
  return words.map(String)
}

/** Returns the variables that a stage sets with ENV. */
export function environmentOf(instructions: readonly Instruction[]): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => pair.split('=')))
}

import { Command, InvalidArgumentError } from 'commander'
import { withStore } from './with-store'

const MAX_SHARDS = 1_024

function readShards(text: string): number {
  const shards = Number(text)
  if (/^\d+$/.test(text) && shards >= 1 && shards <= MAX_SHARDS) return shards
  throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_SHARDS}.`)
}

async function run({ shards }: { shards: number }): Promise<void> {
  await withStore(async (db) => {
    const { distribute } = await import('../store/distribute')
    await distribute(db, {
      shards,
      onTable: ({ name, by, rows }) => {
        const where = by === null ? 'on every node' : `distributed by ${by}`
        console.log(
          rows === null ? `${name}: is ${where} already` : `${name}: ${rows.toLocaleString('en-US')} rows, ${where}`,
        )
      },
    })
  })
  console.log('Every table is distributed.')
}

/** `distribute`: distributes the tables over a Citus cluster. */
export function distributeCommand(): Command {
  return new Command('distribute')
    .description(
      'Distribute the tables over the nodes of a Citus cluster. Run it on the coordinator, while the service is stopped.',
    )
    .option('--shards <n>', 'shards of each table; cannot be changed by another run', readShards, 32)
    .addHelpText(
      'after',
      '\nRun it again after an upgrade: distributed tables stay as they are. See docs/scale.md.\n\nExample:\n  BILLING_DATABASE_URL=postgres://coordinator/billing npm run billing -- distribute',
    )
    .action(run)
}

import { Id } from '@/contract/billing/scalars'
import { InvalidArgumentError } from 'commander'

/** Reads the value of `--merchant`. @throws InvalidArgumentError that Commander shows with the option */
export function readMerchantId(text: string): string {
  const id = Id.refine((value) => !value.includes('\0')).safeParse(text)
  if (!id.success) throw new InvalidArgumentError('A merchant ID has 1 to 256 characters.')
  return id.data
}

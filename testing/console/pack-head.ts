import type { PackHead } from '@/lib/server/evidence/pack-zip'

/** The head of an evidence pack of an invoice. */
export const PACK_HEAD: PackHead = {
  subject: 'Invoice 1042',
  madeBy: 'ann@example.com',
  role: 'viewer',
  madeAt: '2027-01-05T09:00:00.000Z',
  source: 'api.example.com',
  console: '0.2.0',
  requestId: 'req-1',
  isComplete: true,
  missing: [],
  publicKey: 'key',
}

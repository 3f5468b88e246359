import 'server-only'
import { headers } from 'next/headers'
import { admitHost } from '@/lib/server/own-origin'

/**
 * What a page does before it reads anything: `proxy.ts` refuses foreign names too, but nothing stands on it alone.
 * @throws ProblemError `forbidden_origin`
 */
export async function admitPage(): Promise<void> {
  admitHost((await headers()).get('host'))
}

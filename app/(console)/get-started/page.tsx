import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Queries } from '@/lib/queries/queries'
import { pageActor } from '@/lib/server/http/run-for-page'
import { consolePage } from '../_shell/console-page'
import { FirstAdminForm } from './first-admin-form'

export const metadata: Metadata = { title: 'Set up sign-in' }

/** Where the demo's banner leads: the first admin, with whom the demo ends. */
export default consolePage('addUser', async () => {
  const { userId } = await pageActor()
  if (userId !== undefined) redirect('/users')
  return (
    <div className="max-w-xl space-y-6">
      <h1 className="text-2xl font-semibold">Set up sign-in</h1>
      <Queries>
        <FirstAdminForm />
      </Queries>
    </div>
  )
})

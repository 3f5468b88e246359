import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Queries } from '@/components/page/queries'
import { pageActor } from '@/lib/run-for-page'
import { consolePage } from '@/components/shell/console-page'
import { FirstAdminForm } from './first-admin-form'

export const metadata: Metadata = { title: 'Set up sign-in' }

/** The target of the demo banner: adds the first admin, which ends the demo. */
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

export { readiness as GET } from '@/lib/server/http/readiness'

export const dynamic = 'force-dynamic'

export { readiness as GET } from '@/lib/readiness'

export const dynamic = 'force-dynamic'

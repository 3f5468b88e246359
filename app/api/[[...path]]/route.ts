export {
  routeNotFound as GET,
  routeNotFound as POST,
  routeNotFound as PUT,
  routeNotFound as PATCH,
  routeNotFound as DELETE,
  routeNotFound as OPTIONS,
} from '@/lib/server/http/handle'

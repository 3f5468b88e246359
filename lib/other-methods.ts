import 'server-only'

/** Handlers for the methods that a route does not export; every route file but the catch-all has `export *` of them. */
export {
  refuseMethod as GET,
  refuseMethod as POST,
  refuseMethod as PUT,
  refuseMethod as PATCH,
  refuseMethod as DELETE,
  sendMethods as OPTIONS,
} from './serve-operation'

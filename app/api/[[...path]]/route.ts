export {
  serveOperation as GET,
  serveOperation as POST,
  serveOperation as PUT,
  serveOperation as PATCH,
  serveOperation as DELETE,
  serveOperation as OPTIONS,
} from '@/lib/serve-operation'

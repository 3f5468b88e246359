export {
  answerNoRoute as GET,
  answerNoRoute as POST,
  answerNoRoute as PUT,
  answerNoRoute as PATCH,
  answerNoRoute as DELETE,
  answerNoRoute as OPTIONS,
} from '@/lib/server/http/handle'

import { NotSent } from './ui/facts'

/** Text as the API sent it; "Not sent" where there is none. */
export function OwnText({ text }: { text: string | null }) {
  return text === null ? <NotSent /> : <span className="foreign">{text}</span>
}

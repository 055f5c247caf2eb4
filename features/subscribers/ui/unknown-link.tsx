import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** A link from a mail that was cut short or never ours. */
export function UnknownLink() {
  return (
    <NoticePage
      figure="newsletter"
      kicker="404"
      title="This link is not known"
      actions={<ButtonLink to="/newsletter">To the letter</ButtonLink>}
    >
      It may have been cut off on its way. Open it once more from the mail, or copy the whole address.
    </NoticePage>
  )
}

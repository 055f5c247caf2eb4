import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** Page for a link with an unknown token. */
export function InvalidLink() {
  return (
    <NoticePage
      figure="newsletter"
      kicker="404"
      title="Invalid link"
      actions={<ButtonLink to="/newsletter">Go to the newsletter</ButtonLink>}
    >
      The link may be incomplete. Open it again from the email, or copy the whole address.
    </NoticePage>
  )
}

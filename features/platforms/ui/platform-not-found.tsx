import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** An address under /platform that names no platform. */
export function PlatformNotFound() {
  return (
    <NoticePage
      figure="platform-not-found"
      kicker="404"
      title="Platform Not Found"
      actions={
        <>
          <ButtonLink to="/#ecosystem" variant="primary">
            See the ecosystem
          </ButtonLink>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </>
      }
    >
      No platform of ours goes by that name. It may have been renamed, or the link lost a letter on its way here.
    </NoticePage>
  )
}

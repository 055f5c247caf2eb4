import { useRouteLoaderData } from 'react-router'
import type { FrameData } from '#shared/site.ts'
import { logoAddress } from '#shared/site-identity.ts'

/** Wordmark of the site: its logo, or its name in the display face. */
export function Wordmark() {
  const site = useRouteLoaderData<FrameData>('root')
  if (!site) return null
  const { name, logo } = site
  if (logo)
    return (
      <img
        src={logoAddress(logo.id, 'logo.webp')}
        alt={name}
        width={Math.ceil(logo.width / 2)}
        height={Math.ceil(logo.height / 2)}
        className="h-auto max-h-9 w-auto max-w-[min(12.5rem,52vw)] object-contain"
      />
    )
  return (
    <span className="min-w-0 font-display text-[1.375rem] leading-none font-extrabold tracking-[-0.05em] text-sand [overflow-wrap:anywhere]">
      {name}
    </span>
  )
}

import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlatformCard } from '#features/platforms/contract.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { ForeignFrame } from './foreign-frame.tsx'
import { SiteCard } from './site-card.tsx'
import { SiteStatus } from './site-status.tsx'

/** The preview modal of one platform; the frame inside exists only while it is open. */
export function PlatformPreview({
  id,
  platform,
  open,
  onClose,
}: {
  id: string
  platform: PlatformCard | undefined
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      id={id}
      wide
      kicker={platform?.category}
      title={platform?.name ?? 'Preview'}
      onClose={onClose}
      actions={
        <>
          <ButtonAnchor variant="primary" href={platform ? siteOf(platform) : '/'} target="_blank" rel="noopener">
            Open Site
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </ButtonAnchor>
          <DialogClose for={id}>Close Preview</DialogClose>
        </>
      }
    >
      {platform && open ? (
        <div className="grid gap-8 lg:grid-cols-5">
          <dl className="flex flex-col gap-6 lg:col-span-2">
            <Fact term="What it does">{platform.description}</Fact>
            <Fact term="How it helps">{platform.helpText}</Fact>
            <Fact term="Its site">
              <SiteStatus platform={platform} />
            </Fact>
          </dl>
          <div className="lg:col-span-3">{platform.url ? <Elsewhere platform={platform} /> : <OwnPage platform={platform} />}</div>
        </div>
      ) : null}
    </Dialog>
  )
}

/** Where a platform lives: its own address once the owner has set one, until then its page here. */
export function siteOf(platform: Pick<PlatformCard, 'id' | 'url'>): string {
  return platform.url || `/platform/${platform.id}`
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <dt className="label text-dust">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function OwnPage({ platform }: { platform: PlatformCard }) {
  return (
    // Same origin so that the page gets its fonts; no scripts, so it can do nothing with it.
    <iframe
      title={`${platform.name}, its page`}
      src={`/platform/${platform.id}?frame=page`}
      sandbox="allow-same-origin allow-popups"
      className="block h-[26rem] w-full border border-groove bg-plate"
    />
  )
}

// What is known decides before anything is loaded: a site that may be framed, or the card that says why not.
function Elsewhere({ platform }: { platform: PlatformCard }) {
  const { frame, why = 'unasked' } = platform.site ?? {}
  return frame ? <ForeignFrame key={frame.src} platform={platform} src={frame.src} /> : <SiteCard platform={platform} reason={why} />
}

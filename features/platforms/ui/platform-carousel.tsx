import { type ComponentProps, createElement, type MouseEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PlatformCard as Platform } from '#features/platforms/contract.ts'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { ArrowUpRight } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { Figure } from '#ui/figure/figure.tsx'
import type { Icon } from '#ui/icon.tsx'
import { useInView } from '#ui/use-in-view.ts'
import { useLazyModule } from '#ui/use-lazy-module.ts'
import type { PlatformPreview } from './platform-preview.tsx'
import { SiteStatus } from './site-status.tsx'

const load = () => import('./platform-preview.tsx')

/** Loads all icons that content may use; they are decorative and not part of the page's first script. */
const loadIcons = () => import('#ui/icon.tsx')

/** Preloads the preview. A failure is ignored here and handled by the click that needs it. */
const fetchAhead = () => void load().catch(() => undefined)

type Preview = { Dialog: typeof PlatformPreview } & Pick<
  ComponentProps<typeof PlatformPreview>,
  'platform' | 'openCount'
>

/** Carousel of platforms with their preview dialog. */
export function PlatformCarousel({
  label,
  platforms,
  intervalMs,
}: {
  label: string
  platforms: Platform[]
  intervalMs: number
}) {
  const dialogId = `preview-${useId()}`
  const navigate = useNavigate()
  const [shown, setShown] = useState<Preview>()
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const icons = useLazyModule(loadIcons, useInView(root) ? 1 : 0)
  async function preview(platform: Platform, link: HTMLAnchorElement) {
    const loaded = await load().catch(() => undefined)
    // The visitor may have left the page while the script was loading.
    if (!link.isConnected) return
    // The page of the platform has the same content as the preview.
    if (!loaded) return void navigate(`/platform/${platform.id}`)
    setShown((before) => ({ Dialog: loaded.PlatformPreview, platform, openCount: (before?.openCount ?? 0) + 1 }))
  }
  return (
    <div ref={setRoot}>
      <Carousel
        label={label}
        intervalMs={intervalMs}
        items={platforms.map((platform, index) => ({
          key: platform.id,
          name: platform.name,
          content: (
            <PlatformCard
              platform={platform}
              number={index + 1}
              CardIcon={icons?.Icon}
              onPreview={(link) => void preview(platform, link)}
            />
          ),
        }))}
      />
      {shown
        ? createElement(shown.Dialog, { id: dialogId, platform: shown.platform, openCount: shown.openCount })
        : null}
    </div>
  )
}

/** Card of a platform: a link to its page; a plain click opens the preview instead. */
function PlatformCard({
  platform,
  number,
  CardIcon,
  onPreview,
}: {
  platform: Platform
  number: number
  /** Undefined until it is loaded. */
  CardIcon: typeof Icon | undefined
  onPreview: (link: HTMLAnchorElement) => void
}) {
  const t = useTranslations('platforms.card')
  const preview = (event: MouseEvent<HTMLAnchorElement>) => {
    // Clicks for a new tab or window follow the link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onPreview(event.currentTarget)
  }
  return (
    <Link
      to={`/platform/${platform.id}`}
      onClick={preview}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      draggable={false}
      aria-haspopup="dialog"
      className="group flex h-full flex-col border border-groove bg-plate-raised text-sand transition-colors hover:border-dust"
    >
      <span
        className="relative block aspect-[5/4] overflow-hidden border-b border-groove bg-plate"
        style={{ backgroundColor: platform.ground }}
      >
        {/* The plate has a plain background, which continues beside the image. */}
        <Figure
          slug={platform.id}
          image={platform.image ?? ''}
          alt={platform.imageAlt ?? ''}
          variant="square"
          sizes="(min-width: 90rem) 20rem, (min-width: 64rem) 24vw, (min-width: 48rem) 36vw, 60vw"
          className={classNames('size-full', platform.image ? 'object-cover' : 'object-contain')}
        />
        <span className="label absolute top-3 left-3 bg-plate px-2 py-1 text-dust">
          {String(number).padStart(2, '0')}
        </span>
        <SiteStatus platform={platform} className="absolute top-3 right-4 bg-plate px-2 py-1" />
        <span className="label absolute right-4 bottom-4 inline-flex items-center gap-2 bg-live px-3 py-2 text-plate opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
          {t('preview')}
          <ArrowUpRight size={14} />
        </span>
      </span>
      <span className="flex flex-1 items-start justify-between gap-4 p-5 md:p-6">
        <span className="flex min-w-0 flex-col gap-2">
          <span className="label text-dust">{platform.category}</span>
          <span className="title">{platform.name}</span>
          <span className="line-clamp-3 text-small text-dust">{platform.description}</span>
        </span>
        <span className="size-6 shrink-0 text-dust transition-colors group-hover:text-sand">
          {CardIcon ? <CardIcon name={platform.icon} size={24} /> : null}
        </span>
      </span>
    </Link>
  )
}

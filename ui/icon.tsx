import type { IconName } from '#shared/icon-names.ts'
import sheet from './icons.svg?url'
import drawings from './icons.svg?raw'

/**
 * An icon named by content. Decorative: the words beside it carry the meaning.
 *
 * A page that comes from the server brings its icons along; one that is built in the browser takes them from a sheet. So no script carries
 * drawings, however many there are. With the sheet alone, the first page had a browser open a second document, of every icon there is,
 * before it could show one of them.
 *
 * @param size Edge length in CSS pixels.
 * @see scripts/icons/make-icon-sheet.ts
 */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
      // React leaves what the server wrote as it is.
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- our own sheet, from the build
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? shapesOf(name) : `<use href="${sheet}#${name}"/>` }}
    />
  )
}

function shapesOf(name: IconName): string {
  return new RegExp(`id="${name}"[^>]*>(.*?)</symbol>`).exec(drawings)?.[1] ?? ''
}

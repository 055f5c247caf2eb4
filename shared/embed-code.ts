/** Size of a player for other sites in CSS pixels; it also works at any width from 240 on. */
export const embedSize = { width: 480, height: 152 } as const

/** A frame with a player; `src` is absolute, sizes are CSS pixels. */
export type EmbedFrame = { src: string; title: string; width?: number; height?: number }

/** Returns the HTML that puts a player into a page. @param title Accessible name of the frame. */
export function embedCode({ src, title, width = embedSize.width, height = embedSize.height }: EmbedFrame): string {
  return `<iframe src="${attribute(src)}" title="${attribute(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="autoplay"></iframe>`
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/*
 * Embeds: players that any site may put into a frame, and oEmbed, by which sites find them. Owns: the documents below
 * /embed, their script, and the oEmbed endpoint. Does not own: tracks (artists), the station (radio); the player of our
 * own pages (ui/audio) is another one.
 */

/** Root of all documents that any site may frame. */
export const embedRoot = '/embed'

/** Path of the player of the station. */
export const radioEmbedPath = `${embedRoot}/radio`

/** Returns the path of the player of an artist's featured track. */
export const trackEmbedPath = (artistSlug: string) => `${embedRoot}/track/${artistSlug}`

/** Path of the oEmbed endpoint; takes `url`, `maxwidth`, `maxheight` and `format`. @see https://oembed.com */
export const oembedPath = '/oembed'

/** Size of a player in CSS pixels; it also works at any width from 240 on. */
export const embedSize = { width: 480, height: 152 } as const

/** Returns the HTML that puts a player into a page. @param title Accessible name of the frame. */
export function embedCode({ src, title, width = embedSize.width, height = embedSize.height }: EmbedFrame): string {
  return `<iframe src="${attribute(src)}" title="${attribute(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="autoplay"></iframe>`
}

/** A frame with a player; `src` is absolute, sizes are CSS pixels. */
export type EmbedFrame = { src: string; title: string; width?: number; height?: number }

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/*
 * Embeds: players that any site may embed in a frame, and oEmbed, through which sites find them. Owns: the documents
 * below /embed, their script, and the oEmbed endpoint. Does not own: tracks (artists), the station (radio), the player
 * of our own pages (ui/audio).
 */

export { embedCode, embedSize } from '#shared/embed-code.ts'

/** Root of all documents that any site may frame. */
export const embedRoot = '/embed'

/** Path of the player of the station. */
export const radioEmbedPath = `${embedRoot}/radio`

/** Returns the path of the player of one of an artist's tracks; without a key, of the featured one. */
export const trackEmbedPath = (artistSlug: string, key?: string) =>
  `${embedRoot}/track/${artistSlug}${key === undefined ? '' : `/${key}`}`

/** Path of the oEmbed endpoint; takes `url`, `maxwidth`, `maxheight` and `format`. @see https://oembed.com */
export const oembedPath = '/oembed'

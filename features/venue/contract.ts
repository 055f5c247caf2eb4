/*
 * Venue: the virtual world, a room on an outside service once the owner has set one (SPATIAL_ROOM_URL).
 * Owns: how the venue is shown and what stands there while none is connected.
 * Does not own: the room itself.
 */

/** What the venue's section needs; without an address it says that the doors are closed. */
export type VenueProps = { roomUrl: string | undefined }

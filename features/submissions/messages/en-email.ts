/** Texts of the emails to the artist. */
export const email = {
  kicker: '[siteName] Radio',
  reason:
    'You received this email because a track was submitted to [siteName] Radio with this address. If that was not you, {isOver, select, yes {contact {supportEmail}.} other {open the status page and withdraw the track, or contact {supportEmail}.}}',
  track: 'Track',
  artist: 'Artist',
  viewStatus: 'View status',
  received: {
    title: 'We received your track',
    preview: 'This email contains the link to your track’s private status page.',
    thanks:
      'Thank you. We stored the file exactly as you sent it. Automatic checks run first. Then a person will listen and decide. We will email you at each step.',
    link: 'The link below opens a private page where you can follow the track’s status, correct its details or withdraw it.',
    consent: 'Your consent',
    givenOn: 'Consent given',
  },
  inReview: {
    title: 'Your track is in review',
    preview: 'The checks are done. A person will listen next.',
    checked: 'We checked the whole recording. Next, a person will listen and decide whether the track goes on air.',
    uncheckedPreview: 'A person will listen next.',
    unchecked:
      'The automatic checks could not be completed. Next, a person will listen and decide whether the track goes on air.',
    findings:
      'The checks found the following about this track: {findings} These findings do not decide the outcome, but they may help with your next track.',
  },
  accepted: {
    title: 'Your track was accepted',
    preview: 'Your track will join the rotation.',
    message: 'Message from the station',
    rotation:
      'A person listened to your track and accepted it. The track will join the rotation, and we will email you when it is played for the first time.',
    page: 'The status page shows when the track is on air, how often it has been played and its peak listener count.',
  },
  declined: {
    title: 'Your track was declined',
    preview: 'We decided not to play it this time.',
    reason: 'Reason',
    text: 'A person listened to your track, and we decided not to play it this time. The reason is below. You are welcome to submit another track, or another mix of this one. We will delete the file in {days, number} days.',
  },
  undone: {
    title: 'Your track is back in review',
    preview: 'The track is back in the queue and will be reviewed again.',
    accepted:
      'We told you that your track was accepted. We have reversed that decision: the track is back in the queue and out of rotation until we decide again.',
    declined:
      'We told you that your track was declined. We have reversed that decision: the track is back in the queue.',
    sorry: 'We are sorry for the confusion. We will email you as soon as we decide.',
  },
  firstPlayed: {
    title: 'Your track is on air',
    preview: '[siteName] Radio is playing it right now.',
    playedAt: 'First played',
    text: '[siteName] Radio just started playing your track for the first time.',
    listen: 'Listen at {listenUrl}. The status page shows plays and listeners.',
  },
  corrected: {
    title: 'Your changes are saved',
    preview: 'The details of your track were updated.',
    text: 'The details of this track were changed on its status page. The page shows the current version.',
  },
  withdrawn: {
    title: 'Your track was withdrawn',
    preview: 'The track is no longer in the queue or the rotation.',
    undecidedPreview: 'The track is no longer in the queue.',
    undecided:
      'You withdrew this track. It is no longer in the review queue, and we will not play it. Your permission for us to broadcast it has ended.',
    text: 'You withdrew this track. It is no longer in the queue or the rotation. If it is on air right now, this is its last play. Your permission for us to broadcast it has ended.',
    deleted: 'We will delete the file in {days, number} days.',
  },
} as const

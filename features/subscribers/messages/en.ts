export const en = {
  nav: 'Newsletter',
  head: {
    title: 'The Friday newsletter',
    page: 'The Friday newsletter, page {page, number}',
    description:
      'A weekly newsletter on AI music and creative technology: new music on the radio, new releases and tools worth knowing. Every Friday at 9 AM EST.',
    confirm: 'Confirm your address',
    unsubscribe: 'Unsubscribe',
    preferences: 'Newsletter preferences',
  },
  section: {
    name: 'Newsletter',
    title: 'The Friday newsletter',
    lead: 'New music on the radio, new releases and a few useful tools. Once a week by email.',
  },
  form: {
    email: 'Email',
    emailExample: 'you@example.com',
    firstName: 'First name (optional)',
    lastName: 'Last name (optional)',
    subscribe: 'Subscribe',
    subscribing: 'Subscribing...',
    // A changed text of these two needs a new `consentVersion`.
    consent:
      'One newsletter a week, every Friday at 9 AM EST. Opens and clicks are counted. Unsubscribe at any time with the link in every issue.',
    consentUntracked:
      'One newsletter a week, every Friday at 9 AM EST. Opens and clicks are not counted at the moment. Unsubscribe at any time with the link in every issue.',
    noEmail: 'Enter your email address to subscribe.',
    failed: 'Subscription failed. Please try again.',
    offline: 'Network error. Please check your connection and try again.',
  },
  terms: {
    schedule: 'Schedule',
    scheduleText: 'Every Friday at 9 AM EST',
    price: 'Price',
    free: 'Free',
    unsubscribe: 'Unsubscribe',
    anyTime: 'Any time',
  },
  page: {
    kicker: 'Weekly',
    title: 'The Friday newsletter',
    lead: 'New music on the radio, new releases and a few tools worth knowing. Once a week by email.',
    home: 'Back to Home',
    done: 'Check your inbox',
    doneText:
      'If an email from us asks you to confirm your address, open the link in it. Otherwise, you don’t need to do anything. The newsletter arrives every Friday at <together>9 AM EST</together>.',
    erased: 'Your data is deleted',
    erasedText:
      'Your email address, your name and everything else the newsletter stored about you are deleted. Only a hash of your address remains. The hash cannot be turned back into your address, and it keeps anyone else from adding you to the list again.',
  },
  invalidLink: {
    title: 'Invalid link',
    text: 'The link may be incomplete, or the data it belongs to may have been deleted. Copy the whole link from the email, or subscribe again.',
    textForLeaving:
      'The link may be incomplete, or your data may have been deleted. Copy the whole link from the email. If your data was deleted, you will get no more newsletters.',
    newsletter: 'Go to the newsletter',
  },
  confirm: {
    kicker: 'The Friday newsletter',
    title: 'Confirm your address',
    text: 'Confirm to get the newsletter at {email} {frequency, select, monthly {once a month} other {every Friday at 9 AM EST}}.',
    confirm: 'Confirm my address',
    subscribed: 'You’re subscribed',
    subscribedText:
      'We send the newsletter to {email} {frequency, select, monthly {once a month} other {every Friday at 9 AM EST}}.',
    digestPaused:
      'You chose to get the newsletter once a month. The monthly digest is not sent at the moment. To get the newsletter, choose Weekly in your preferences.',
    preferences: 'Newsletter preferences',
    home: 'Back to Home',
  },
  unsubscribe: {
    kicker: 'The Friday newsletter',
    title: 'Unsubscribe from the newsletter?',
    text: 'If you unsubscribe, we won’t send newsletters to {email}.',
    unsubscribe: 'Unsubscribe',
    frequency: 'Change frequency',
    unsubscribed: 'You are unsubscribed',
    unsubscribedText: '{email} will get no more newsletters. If this was a mistake, you can subscribe again.',
    again: 'Subscribe again',
    data: 'Your data',
    preferences: 'Newsletter preferences',
    resubscribed: 'You’re subscribed again',
    suppressed: 'We no longer send newsletters to this address',
    suppressedText: 'A newsletter to {email} was reported as spam, or our team blocked the address.',
    home: 'Back to Home',
  },
  preferences: {
    kicker: 'The Friday newsletter',
    title: 'Newsletter preferences',
    lead: 'Frequency, tracking and data for {email}.',
    frequency: 'Frequency',
    weekly: 'Weekly',
    weeklyText: 'Every Friday at 9 AM EST.',
    monthly: 'Once a month',
    monthlyText: 'One email a month that sums up the previous month’s issues.',
    monthlyPaused: 'Not sent at the moment. Choose Weekly to get the newsletter.',
    off: 'Unsubscribe',
    offText: 'No newsletters. You can subscribe again on this page at any time.',
    suppressed:
      'We no longer send newsletters to this address: one was reported as spam, or our team blocked the address.',
    pending: 'You have not confirmed this address yet. To confirm it, choose Weekly or Once a month, then save.',
    pendingWeekly: 'You have not confirmed this address yet. To confirm it, choose Weekly, then save.',
    tracking: 'Tracking',
    trackingChoice: 'Count when I open an issue or click a link in it',
    trackingText:
      'This helps us choose topics. If you turn it off, your issues contain no tracked links and no tracking pixel.',
    trackingOff:
      'At the moment, opens and clicks are not counted for anyone. Your choice applies if counting is turned on again.',
    save: 'Save',
    saving: 'Saving...',
    data: 'Your data',
    dataText:
      'We store your address, your name if you gave one, when you signed up, which issues we sent you and, if you allow tracking, which you opened and which links you clicked. We also keep a log of your sign-up and your changes, with a hash instead of your IP address. You can download all of it or have it deleted.',
    download: 'Download my data',
    erase: 'Delete my data',
    sure: 'Delete your data?',
    sureText:
      'Your address {email}, your name, your history and your tracking data will be permanently deleted, and you will get no more newsletters. This cannot be undone.',
    remains:
      'We keep a one-way hash of the address so that nobody else can add you to the list again. Books you bought stay yours; they are stored with their orders.',
    eraseNow: 'Delete permanently',
    erasing: 'Deleting…',
    keep: 'Keep my data',
  },
  answers: {
    // Both are true for new, known and deleted addresses alike, so that they reveal nothing about the list.
    confirm:
      'Almost done. To get the Friday newsletter, open our email and confirm your address. If you already get the newsletter, you don’t need to do anything.',
    welcome:
      'Thank you for signing up for the Friday newsletter. You don’t need to do anything else unless an email from us asks you to confirm your address.',
    unsubscribed: 'You are unsubscribed.',
    notErased: 'Your data was not deleted.',
    savedUnsubscribed: 'Preferences saved. You are unsubscribed.',
    saved: 'Preferences saved. They apply from the next issue.',
    savedWithoutDigest:
      'Preferences saved. The monthly digest is not sent at the moment. To get the newsletter, choose Weekly.',
    export:
      'All data that the [siteName] newsletter stores about this address. Books you bought are stored separately, with their orders.',
  },
  errors: {
    tooMany: 'Too many sign-ups from your network. Try again later.',
    unsubscribeLink: 'This unsubscribe link is invalid.',
    link: 'This link is invalid.',
    noDigest: 'The monthly digest is not sent at the moment. Choose Weekly to get the newsletter.',
    noFrequency: 'Choose how often you want to get the newsletter.',
    form: 'Check the form and try again.',
  },
  email: {
    hello: 'Hello {name},',
    helloYou: 'Hello,',
    preferences: 'Preferences',
    unsubscribe: 'Unsubscribe',
    welcome: {
      subject: 'Welcome to the [siteName] newsletter',
      preview:
        '{schedule, select, paused {The monthly digest is not sent at the moment} monthly {One newsletter a month} other {One newsletter a week, every Friday at 9 AM EST}}. Here is where to start.',
      kicker: 'Welcome',
      title: 'You’re on the list',
      reason: 'You received this email because this address was subscribed to the newsletter on our site.',
      thanks:
        'Thank you for subscribing. {schedule, select, paused {You chose to get the newsletter once a month. The monthly digest is not sent at the moment. To get the newsletter, choose Weekly in your preferences} monthly {Once a month, you will get one newsletter: new music on the radio, new releases and a few useful tools} other {Every Friday at 9 AM EST, you will get one newsletter: new music on the radio, new releases and a few useful tools}}.',
      start: 'Start with the free book on finishing a record with AI tools and finding the people who want to hear it.',
      book: 'Open the free book',
      artists: 'Or <link>meet the artists</link>.',
      artistsAlone: 'You can start by <link>meeting the artists</link>.',
    },
    confirmation: {
      subject: 'Confirm your email address',
      preview: 'Confirm your address to get the newsletter.',
      kicker: 'One more step',
      title: 'Confirm your address',
      reason:
        'Someone entered this address on our site. If it was not you, ignore this email: you will not get the newsletter.',
      ask: 'Please confirm that you want our newsletter{schedule, select, paused {. You chose to get it once a month, but the monthly digest is not sent at the moment. To get the newsletter, choose Weekly in your preferences after confirming} monthly { once a month} other { every Friday at 9 AM EST}}.',
      confirm: 'Confirm my address',
    },
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    subscribers: typeof en
  }
}

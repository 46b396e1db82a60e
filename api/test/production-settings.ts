/** The minimum of settings with which production starts. */
export const productionSettings = (folder: string): NodeJS.ProcessEnv => ({
  ...{ PORTAL_DATA: folder, PORTAL_MODE: 'production', PORTAL_SECRET_KEYS: `2027a:${Buffer.alloc(32, 1).toString('base64')}` },
  ...{
    SMTP_URL: 'smtps://portal:secret@mail.example.com:465',
    SMS_URL: 'https://sms.example.com/messages',
    PORTAL_SOS_TO: 'desk@example.com',
  },
  ...{
    DATABASE_URL: 'postgres://database/portal',
    PORTAL_URL: 'https://portal.example.com',
    PORTAL_HOST_SECRET: 'the-host-secret-of-tests',
  },
});

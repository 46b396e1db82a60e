import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';

export const enquiryDefaults = { name: '', email: '', phone: '', query: '', [HONEYPOT]: '' };

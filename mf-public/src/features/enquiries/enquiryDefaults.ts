export const enquiryDefaults = { name: '', email: '', phone: '', query: '', consent: false, website: '' };

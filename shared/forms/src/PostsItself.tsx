import { createContext } from 'react';

/** Whether the browser's own submit is right for the form around: it posts to the host (`PostForm`). */
export const PostsItself = createContext(false);

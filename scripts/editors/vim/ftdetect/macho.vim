autocmd BufRead,BufNewFile *.macho setfiletype macho
